import { choiceKind } from '../families/choice-family.ts'

/** One of a dictionary's values, of the field's options, or of the documents chosen in other fields. */
export const select = choiceKind(['dict', 'options', 'optionsBy', 'optionsFrom', 'freeText', 'suggests', 'clears', 'voucherKinds'])

/** One of a few options, all of which are displayed. */
export const radio = choiceKind(['dict', 'options', 'clears'])
