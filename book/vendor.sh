#!/usr/bin/env bash
# Copy what the pages need from the npm packages into _vendor, which is served beside the pages (and not committed).
set -euo pipefail
cd "$(dirname "$0")"
stamp=_vendor/.stamp
if [ -f "$stamp" ] && [ "$stamp" -nt package-lock.json ] && [ -d node_modules ]; then exit 0; fi
npm ci --ignore-scripts --no-audit --no-fund --silent
rm -rf _vendor
mkdir -p _vendor/mathjax/fonts/mathjax-newcm-font
cp node_modules/mathjax/{tex-mml-chtml,loader,startup,core}.js node_modules/mathjax/LICENSE _vendor/mathjax/
cp -r node_modules/mathjax/{input,ui,a11y,sre} _vendor/mathjax/
cp -r node_modules/@mathjax/mathjax-newcm-font/{chtml,chtml.js} _vendor/mathjax/fonts/mathjax-newcm-font/
touch "$stamp"
