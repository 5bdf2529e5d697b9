"""Arrays in a kernel's innermost loops without Numba's counting of references."""

from numba.core import cgutils
from numba.extending import intrinsic, overload

__all__ = ["borrowed"]


def borrowed(array):
    """The same array, for the length of a call during which somebody else holds it.

    Numba counts references to the arrays that a kernel hands on to another, by locked instructions: some twenty for each
    decision of Monte Carlo CFR, a third of its time. An array that is nobody's is not counted.
    """
    return array


@overload(borrowed, inline="always")
def _borrowed(array):
    return lambda array: _unowned(array)


@intrinsic
def _unowned(typing, array):
    def generate(context, builder, signature, arguments):
        view = context.make_array(signature.return_type)(context, builder, value=arguments[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        return view._getvalue()

    return array(array), generate
