"""The kernels of every game as a WebAssembly module, for the browser.

`python -m genial.wasm` builds them (`make engine`): `entries` says which functions a module has,
`lowering` lets Numba compile them, `exports` gives them plain pointers and numbers as arguments,
`linking` makes a module of it, `tables` writes what TypeScript has to know. The results are the
data files in `modules/`; `manifest` tells whether they are those of these sources.
"""
