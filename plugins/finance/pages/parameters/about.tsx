import { FieldCell } from '#shell/resource/renderers.tsx'
import type { ParameterAnswer } from '#plugins/finance/parameters.ts'
import { noSign, sentencesOf } from './parameters.ts'
import { useParameterText } from './text.ts'

/** A figure with its unit. */
export function FigureText({ parameter: { field, value, unit } }: { parameter: ParameterAnswer }) {
  const { label } = useParameterText()
  return (
    <>
      <FieldCell field={field} value={value} currency={noSign} />
      {unit && <span className="oa-figure-unit">{label(unit)}</span>}
    </>
  )
}

/** The last change of a figure; nothing where it is as it was delivered. */
export function LastChange({ parameter: { changedBy, changedTime } }: { parameter: ParameterAnswer }) {
  const { t, name } = useParameterText()
  if (!changedBy || !changedTime) return null
  return <span className="oa-figure-changed">{t('changedBy', { name: name(changedBy), time: changedTime.slice(0, 16) })}</span>
}

/** Sentences of rules, steps of flows and fields that some figures feed. */
export function Sentences({ parameters, most = 12 }: { parameters: readonly ParameterAnswer[]; most?: number }) {
  const { t, locale } = useParameterText()
  const sentences = sentencesOf(parameters, locale)
  if (sentences.length === 0) return null
  return (
    <div className="oa-figure-uses">
      <span>{t('uses')}</span>
      <ul>
        {sentences.slice(0, most).map(({ kind, form, text }) => <li key={`${kind} ${form} ${text}`}>{t(`use_${kind}`, { form, text })}
        </li>)}
        {sentences.length > most && <li>{t('moreUses', { count: sentences.length - most })}</li>}
      </ul>
    </div>
  )
}
