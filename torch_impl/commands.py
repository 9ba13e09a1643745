"""Commands of the implementation for the command line (see :data:`COMMANDS`); torch is imported when one runs."""

from phasebound.torch_impl.data.commands import data
from phasebound.torch_impl.tables.commands import compare, reproduce

COMMANDS = (data, reproduce, compare)
