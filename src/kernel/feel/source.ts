/** A FEEL expression over the fields of the form (of the row first, inside a table). */
export type Feel = string
