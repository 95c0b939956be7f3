/** The value of a form or a record: by field key; a table is a list of rows, each with its `rowId`. */
export type FormValue = Readonly<Record<string, unknown>>

/** The text that a field holds; nothing where it is empty or no text. */
export const textAt = (value: FormValue, key: string): string | undefined => {
  const text = value[key]
  return typeof text === 'string' && text !== '' ? text : undefined
}
