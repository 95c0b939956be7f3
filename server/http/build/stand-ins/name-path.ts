/** In the place of the module of antd's forms that a radio group takes this from, which has all forms behind it (`lean-libraries.ts`). */
export const toNamePathStr = (name: unknown): string => (name === undefined || name === false ? [] : [name].flat()).join('_')
