import type { FieldDefinition } from './fields.ts'

/** The sign before RMB. */
export const rmbSign = '￥'

/** The sign before an amount: RMB where its field or key says so, else that of its form's currency. */
export const amountSign = (key: string, { rmb }: Pick<FieldDefinition, 'rmb'>, sign: string): string => (rmb || key.endsWith('Rmb') ? rmbSign : sign)
