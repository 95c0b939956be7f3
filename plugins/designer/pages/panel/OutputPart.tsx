import { Button } from 'antd'
import { columnType } from '#kernel/fields/list-columns.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { type FieldPath, limits, withForm } from '../../model/content.ts'
import { whereUsed } from '../../model/references.ts'
import { partOfPlace, placeWords, useDesigning } from '../designing.ts'
import { type FieldPartProps, SwitchLine } from '../parts/controls.tsx'
import { useDesignerText } from '../texts.ts'

/** Where else a field is shown, and what follows from it. */
export function Output(props: FieldPartProps) {
  const { field, table, put } = props
  const { t } = useDesignerText()
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('output')}>
      {table === undefined && columnType(field) !== undefined && <InList {...props} />}
      <InPrint {...props} />
      {kindOf(field).holds !== 'nothing' && (
        <SwitchLine label={t('attribute.trend')} value={field.trend === true} onChange={(is) => put({ trend: is || undefined })} />
      )}
    </section>
  )
}

function InList({ path, field, put }: FieldPartProps) {
  const { content, apply, overlay } = useDesigning()
  const { t } = useDesignerText()
  const { columns } = content.form
  const at = columns.indexOf(path)
  const most = limits.listColumns + (overlay?.shipped.columns.length ?? 0)
  const isFull = columns.length >= most && at < 0
  const note = isFull ? t('listFull') : undefined
  return (
    <>
      <SwitchLine label={t('inList')} note={at >= 0 ? t('columnNo', { number: at + 1 }) : note} value={at >= 0} isDisabled={isFull}
        onChange={(is) => apply(withForm(content, { columns: is ? [...columns, path] : columns.filter((key) => key !== path) }))} />
      {at >= 0 && (
        <>
          <SwitchLine label={t('inFilters')} value={field.unsearched !== true} onChange={(is) =>
            put({ unsearched: is ? undefined : true })} />
          <SwitchLine label={t('inExports')} value={field.unexported !== true} onChange={(is) =>
            put({ unexported: is ? undefined : true })} />
        </>
      )}
    </>
  )
}

function InPrint({ path, field: { section = '' } }: FieldPartProps) {
  const { content, apply } = useDesigning()
  const { t } = useDesignerText()
  const { print } = content.form
  const options = print || {}
  const omit = options.omit ?? []
  const put = (next: readonly string[]) => apply(withForm(content, { print: { ...options, omit: next } }))
  return (
    <SwitchLine label={t('inPrint')} value={print !== false && !omit.includes(path) && !omit.includes(section)} isDisabled={print === false}
      onChange={(is) => put(is ? omit.filter((key) => key !== path && key !== section) : [...omit, path])} />
  )
}

/** Every rule, step, list and field that reads it. */
export function Uses({ path }: { path: FieldPath }) {
  const { content, open } = useDesigning()
  const text = useDesignerText()
  const { t } = text
  const uses = whereUsed(content, path)
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('usedIn')}>
      <h3>{t('usedIn')}</h3>
      {uses.length === 0 && <p className="oa-ff-quiet small">{t('usedNowhere')}</p>}
      <ul className="oa-ff-uses unlisted">
        {uses.map((place) => {
          const { title, note } = placeWords(content, place, text)
          return (
            <li key={`${place.of} ${place.id} ${place.attribute}`}>
              <Button type="link" size="small" disabled={false} onClick={() => open(partOfPlace(place), place.id)}>{title}</Button>
              <span className="oa-ff-quiet small">{note}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
