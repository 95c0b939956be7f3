/** Base currency, into which all amounts are converted; its rate is always 1. */
export const base = 'CNY'
