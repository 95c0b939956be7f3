/** The value of a form or a record: by field key; a table is a list of rows, each with its `rowId`. */
export type FormValue = Readonly<Record<string, unknown>>
