import type { Fields } from '#kernel/fields.ts'
import { defineFlow, type Block, copy, both, initiator, personIn, type FlowSettings } from '#kernel/flow.ts'
import { defineForm, type Form, type Section } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import type { FormExample } from '../wire.ts'

/** A ready design: what a company begins from instead of an empty form. */
export interface LibraryDesign extends Label, Pick<Form, 'prefix' | 'group' | 'icon'> {
  /** Proposed page, and its name in the library. */
  readonly key: string
  readonly description: Label
  readonly sections: readonly Section[]
  readonly fields: Fields
  readonly rules?: Form['rules']
  readonly steps: readonly Block[]
  readonly settings?: Partial<FlowSettings>
  /** People beside the initiator who get a copy of the completed document: fields of the form. */
  readonly copies?: readonly string[]
  readonly form: Pick<Form, 'columns'> & Partial<Pick<Form, 'subject' | 'amount' | 'unique' | 'print' | 'terminals'>>
  readonly examples: readonly FormExample[]
}

/** The form of a ready design, with what every document has. */
export function libraryForm(
  { key, cn, en, prefix, group, icon, sections, fields, rules = [], steps, settings, copies = [], form }: LibraryDesign,
): Form {
  const copied = copy('ccFinish', both(initiator, personIn('ccUserList'), ...copies.map(personIn)), { cn: '抄送', en: 'CC' })
  return defineForm({ key: `library:${key}`, cn, en, path: `/library-${key}`, prefix, group, icon, ...form,
    sections: [basics, ...sections, ...closing], fields: { ...header({ cn, en }), ...fields }, rules: [...headerRules, ...rules],
    flow: defineFlow([...steps, copied], settings) })
}
