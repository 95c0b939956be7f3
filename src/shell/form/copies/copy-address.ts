import type { Form } from '#kernel/form.ts'

/** Address of a new form with the values of a document. */
export const copyAddress = ({ path }: Pick<Form, 'path'>, document: string): string =>
  `${path}?${new URLSearchParams({ operate: 'copy', procInstId: document })}`
