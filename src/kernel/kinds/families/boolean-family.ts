import { z } from 'zod'
import { feelBoolean } from '../from-feel.ts'
import type { KindDefinition, DisplayContext } from '../kind.ts'

/** Kinds whose value is yes or no; nothing counts as no. A required checkbox wants a yes, a switch wants nothing. */
export function booleanKind(ask: KindDefinition['ask']): KindDefinition {
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
    filter: 'equals',
  }
}

/** Yes or no in the language of the reader. */
export const yesOrNo = (yes: boolean, { locale }: DisplayContext): string => (locale === 'cn' ? (yes ? '是' : '否') : yes ? 'Yes' : 'No')
