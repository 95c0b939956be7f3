/** The currency that all amounts are converted to; its rate is 1 always. */
export const base = 'CNY'
