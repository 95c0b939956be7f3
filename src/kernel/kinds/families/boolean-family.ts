import { z } from 'zod'
import { feelBoolean } from '../from-feel.ts'
import type { KindMeaning, DisplayContext } from '../kind.ts'

/** Kinds with a boolean value; null counts as false. With `ask`, a required field has to be true. */
export function booleanKind(ask: KindMeaning['ask']): KindMeaning {
  return {
    attributes: [],
    ask,
    shape: () => z.boolean(),
    faults: () => [],
    empty: (value) => value !== true,
    toFeel: (value) => value === true,
    fromFeel: (value) => feelBoolean(value),
    sqlType: () => 'boolean',
    searchText: () => '',
    excelCell: (value, _, view) => ({ value: yesOrNo(value === true, view) }),
  }
}

/** The words for true and false in the reader's language. */
export const yesOrNo = (yes: boolean, { locale }: DisplayContext): string => (locale === 'cn' ? (yes ? '是' : '否') : yes ? 'Yes' : 'No')
