import { textKind } from '../families/text-family.ts'

/** One line of text; 200 characters when the field says nothing. */
export const text = textKind({
  defaultMax: 200,
  multiline: false,
  attributes: ['min', 'max', 'pattern', 'masked', 'bilingual'],
  sqlType: (max) => `varchar(${max})`,
})
