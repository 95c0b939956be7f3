import type { PostingDetail, SentEntry } from '../wire.ts'
import { usePostingText } from './text.ts'

/** The payload, entry by entry; the refused entries are marked. */
export function SentBody({ line: { body, field, state } }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  const shown = body.filter(({ value, isWithheld }) => isWithheld || (value !== null && value !== ''))
  if (shown.length === 0) return null
  return (
    <section className="oa-posting-body">
      <h2>{t('sentBody')}</h2>
      <dl>
        {shown.map((entry) => (
          <div key={entry.name} data-wrong={(state === 'refused' && entry.name === field) || undefined}>
            <dt>
              <Name entry={entry} />
            </dt>
            <dd>
              <Value entry={entry} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Name({ entry: { name, label } }: { readonly entry: SentEntry }) {
  const text = usePostingText()
  return label === null ? <code>{name}</code> : <>{text.name(label)}</>
}

function Value({ entry: { value, isWithheld } }: { readonly entry: SentEntry }) {
  const { t } = usePostingText()
  if (isWithheld) return <span className="oa-quiet">{t('withheld')}</span>
  if (Array.isArray(value))
    return <>{value.every((each) => typeof each !== 'object') ? value.join(', ') : t('rows', { count: value.length })}</>
  if (typeof value === 'object' && value !== null) return <code>{JSON.stringify(value)}</code>
  return <span className="num">{String(value)}</span>
}
