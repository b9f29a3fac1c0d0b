declare const unit: unique symbol;

/** A number that carries its unit in its type; arithmetic gives a plain number again. */
type In<U extends string> = number & { readonly [unit]?: U };

export type Millimetres = In<'mm'>;
export type Pixels = In<'px'>;
export type Hounsfield = In<'HU'>;
/** 0 to 100. */
export type Percent = In<'%'>;
/** 0 to 1. */
export type Fraction = In<'1'>;
