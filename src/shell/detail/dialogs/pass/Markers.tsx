import { Input } from 'antd'
import { Suspense, useId } from 'react'
import { DateTimeInput } from '#fields/moments/family.tsx'
import { useDetailText } from '#shell/detail/text.ts'
import { Star } from '../CommentField.tsx'
import { markerLines, type Marker, statedIn, stating } from './markers.ts'

interface MarkersProps {
  readonly markers: readonly Marker[]
  readonly opinion: string
  readonly problems: Readonly<Partial<Record<Marker, string>>>
  onChange(opinion: string, marker: Marker): void
}

/** Inputs for what the opinion must state; each writes its line into the opinion. */
export function Markers({ markers, opinion, problems, onChange }: MarkersProps) {
  return markers.map((marker) => (
    <MarkerField key={marker} marker={marker} value={statedIn(opinion, marker)} problem={problems[marker]}
      onChange={(value) => onChange(stating(opinion, marker, value), marker)} />
  ))
}

interface MarkerFieldProps {
  readonly marker: Marker
  readonly value: string
  readonly problem: string | undefined
  onChange(value: string): void
}

function MarkerField({ marker, value, problem, onChange }: MarkerFieldProps) {
  const { t } = useDetailText()
  const id = useId()
  const wrong = problem === undefined ? {} : ({ status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const)
  return (
    <div className="oa-field">
      <label className="oa-field-label" htmlFor={id}>
        {t(`marker.${marker}`)}
        <Star />
        {marker === 'smtOrderNo' && <span className="oa-dialog-note">{t('markerPattern')}</span>}
      </label>
      {markerLines[marker].isTime ?
        (
          <Suspense fallback={<Input id={id} disabled />}>
            <DateTimeInput id={id} field={{ kind: 'datetime', cn: '', en: '' }} value={value === '' ? null : `${value}:00`} context={{}}
              {...wrong} onChange={(chosen) => onChange(typeof chosen === 'string' ? chosen.slice(0, 16) : '')} />
          </Suspense>
        ) :
        (
          <Input id={id} value={value} maxLength={20} aria-required autoComplete="off"
            onChange={({ target }) => onChange(target.value.toUpperCase().replace('】', ''))} {...wrong} />
        )}
      {problem && <span id={`${id}-note`} className="oa-field-problem">{problem}</span>}
    </div>
  )
}
