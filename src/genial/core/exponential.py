"""The exponential function as a kernel, so that every machine and the browser compute the same.

`np.exp` calls the library of the machine, whose last bit differs from one to the next, and a
WebAssembly module has none. This one uses additions, multiplications and bits alone, which IEEE
754 defines exactly.
"""

from __future__ import annotations

import numpy as np

from genial.core.kernel import rule

_LOWEST, _HIGHEST = -708.0, 709.0  # beyond these the result has another form: 0, or infinity
_PER_LOG_2 = 1.0 / 0.6931471805599453
# The logarithm of 2 in two parts; a multiple of the first is exact.
_LOG_2_HIGH, _LOG_2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_ROUND = 6755399441055744.0  # 1.5 * 2**52: adding it rounds to a whole number
_BIAS, _FRACTION = 1023, 52  # how a float keeps its power of two
_FACTORIALS = tuple(1.0 / float(np.prod(np.arange(1.0, k + 1.0))) for k in range(14))
(_T0, _T1, _T2, _T3, _T4, _T5, _T6, _T7, _T8, _T9, _T10, _T11, _T12, _T13) = _FACTORIALS


@rule
def exp(x: float) -> float:
    """Return e to the power of x; at most the last bit is wrong. 0 below -708.

    >>> round(exp(1.0), 14), exp(-800.0)
    (2.71828182845905, 0.0)
    """
    if x < _LOWEST:
        return 0.0
    if x > _HIGHEST:
        return np.inf
    twos = (x * _PER_LOG_2 + _ROUND) - _ROUND
    r = (x - twos * _LOG_2_HIGH) - twos * _LOG_2_LOW
    # Taylor's series up to the 13th power, in pairs, so that a processor can do two at a time.
    square = r * r
    fourth = square * square
    low = (_T2 + _T3 * r) + square * (_T4 + _T5 * r)
    middle = (_T6 + _T7 * r) + square * (_T8 + _T9 * r)
    high = (_T10 + _T11 * r) + square * (_T12 + _T13 * r)
    rest = r + square * (low + fourth * (middle + fourth * high))
    power = np.int64((np.int64(twos) + _BIAS) << _FRACTION)
    return float((1.0 + rest) * power.view(np.float64))
