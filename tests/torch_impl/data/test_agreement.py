"""The generated sentences: the published counts, the grammar, the ceiling."""

import random

import pytest
import torch

from phasebound.torch_impl.data import agreement


def test_the_published_counts_come_out() -> None:
    found = agreement.load("validation")
    assert int((found.tokens > 0).sum()) == 31_002
    assert int(found.simple.sum()) == 1666
    assert int((~found.simple & ~found.hard).sum()) == 1181
    assert int(found.hard.sum()) == 1153
    ids = agreement.vocabulary()
    assert len(ids) == 169
    subjects = found.tokens[found.hard][:, 2]
    assert int((subjects == ids["fish"]).sum()) == 30
    assert int((subjects == ids["deer"]).sum()) == 24


def test_another_seed_has_other_counts() -> None:
    found = agreement.load("test")
    assert int(found.hard.sum()) == 1150
    assert int(found.ambiguous.sum()) == 155


@pytest.mark.parametrize(("bucket", "bound"), [("all", 97.7625), ("simple", 97.5690), ("hard", 97.6583)])
def test_the_ceiling_is_the_derived_one(bucket: str, bound: float) -> None:
    found = agreement.load("validation")
    of = torch.ones_like(found.hard) if bucket == "all" else getattr(found, bucket)
    assert agreement.bayes_bound(found.ambiguous[of]) == pytest.approx(bound, abs=1e-4)


def test_the_corrected_sentences_can_all_be_answered() -> None:
    assert agreement.published_words().number_invariant() == ("fish", "deer")
    found = agreement.load("test", invariant_nouns=False)
    assert not found.ambiguous.any()
    assert agreement.bayes_bound(found.ambiguous) == 100


def test_labels_say_whether_the_verb_agrees() -> None:
    words = agreement.published_words().without_invariant()
    draw = random.Random(3)
    for _ in range(500):
        s = agreement.sentence(draw, words)
        singular = s.words[1] in words.nouns[0]
        verb = s.words[s.verb]
        assert s.agrees == (verb in words.verbs[0 if singular else 1])
        if s.distractor_agrees is None:
            assert len(s.words) == 4
        else:
            assert s.distractor_agrees == ((s.words[4] in words.nouns[0]) == singular)


def test_the_verb_stands_where_it_is_said_to_stand() -> None:
    found, words = agreement.load("validation"), agreement.published_words()
    names = {i: w for w, i in agreement.vocabulary().items()}
    at = found.tokens.gather(1, found.verb[:, None])[:, 0]
    assert {names[int(i)] for i in at} <= {*words.verbs[0], *words.verbs[1]}
    assert torch.equal(found.padding.sum(1), torch.where(found.simple, 3, 0))


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="train, validation, test"):
        agreement.load("dev")
