import { textKind } from '../families/text-family.ts'

/** Several lines of text; 500 characters when the field says nothing. */
export const textarea = textKind({
  defaultMax: 500,
  multiline: true,
  attributes: ['min', 'max', 'bilingual'],
  sqlType: (max) => `varchar(${max})`,
})
