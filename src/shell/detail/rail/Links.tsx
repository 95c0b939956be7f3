import { Suspense } from 'react'
import { idsOf } from '../../../fields/references/use-references.ts'
import type { FieldDefinition } from '../../../kernel/fields.ts'
import type { Form } from '../../../kernel/form.ts'
import type { FormValue } from '../../../kernel/value.ts'
import { FieldCell } from '../../resource/drawings.tsx'
import type { FiledDocument } from '../document.ts'
import { useDetailText } from '../text.ts'

/** Link fields that name documents. */
export function linksOf(form: Form, value: FormValue): readonly (readonly [string, FieldDefinition, readonly string[]])[] {
  return Object.entries(form.fields).flatMap(([name, field]) => {
    const ids = field.kind === 'documentLink' ? idsOf(value[name]) : []
    return ids.length > 0 ? [[name, field, ids] as const] : []
  })
}

/** The documents that this one is linked to, by what the link means. */
export function Links({ form, document }: { form: Form; document: FiledDocument }) {
  const { t, label } = useDetailText()
  const links = linksOf(form, document.business)
  if (links.length === 0) return <p className="oa-rail-none">{t('noLinks')}</p>
  return (
    <dl className="oa-rail-links">
      {links.map(([name, field, ids]) => (
        <div key={name}><dt>{label(field)}</dt><dd><Suspense><FieldCell field={field} value={ids} /></Suspense></dd></div>
      ))}
    </dl>
  )
}
