import { Segmented } from 'antd'
import { useDesigning } from '../designing.ts'
import { useDesignerText } from '../texts.ts'

/** Numbers of fields of the product, added, changed and asked about; narrows the form to those. */
export function Legend() {
  const { overlay, isOnlyDifferent, showOnlyDifferent, content } = useDesigning()
  const { t } = useDesignerText()
  if (!overlay) return null
  const marks = [...overlay.marks.values()]
  const count = (kind: string) => marks.filter((mark) => mark.kind === kind).length
  const shipped = Object.keys(content.form.fields).filter((key) => !overlay.marks.has(key)).length
  return (
    <div className="oa-ff-legend row wrap gap-8-16 between below-12">
      <ul className="flex wrap small unlisted flat bare" aria-label={t('legend')}>
        <li className="inline-row gap-6">{t('legend.shipped', { count: shipped })}</li>
        {(['added', 'changed', 'asked'] as const).map((kind) => (
          <li className="inline-row gap-6" key={kind} data-mark={kind}>{t(`legend.${kind}`, { count: count(kind) })}</li>
        ))}
      </ul>
      <Segmented size="small" aria-label={t('showWhat')} value={isOnlyDifferent ? 'different' : 'all'}
        onChange={(value) => showOnlyDifferent(value === 'different')}
        options={[{ value: 'all', label: t('show.all') }, { value: 'different', label: t('show.different', { count: marks.length }) }]} />
    </div>
  )
}
