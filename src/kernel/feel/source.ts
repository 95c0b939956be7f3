/** A FEEL expression over the fields of the form; inside a table, columns of the row take precedence. */
export type Feel = string
