import { Pill } from '#shell/parts/StatePill.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { RowActions } from '#shell/resource/RowActions.tsx'
import { businessCard } from '../business-card.ts'
import { CardPicture } from './CardPicture.tsx'
import { companyOf, namesOf, pictureOf, textOf } from './card-words.ts'
import { ContactLinks } from './ContactLinks.tsx'
import { useCardText } from './text.ts'

interface CardTileProps {
  readonly record: StoredRecord
  /** It is the reader's own, or a contact that the reader keeps. */
  readonly isOwn: boolean
  /** The reader may change it. */
  readonly isMine: boolean
  onEdit(): void
}

/** A business card as it is printed, with what its owner has noted of it. */
export function CardTile({ record, isOwn, isMine, onEdit }: CardTileProps) {
  const { t, locale } = useCardText()
  const { first, second } = namesOf(record, locale)
  const picture = pictureOf(record)
  const remark = textOf(record, 'remark')
  return (
    <article className="oa-card" data-personal={(isOwn && isPersonal(record)) || undefined}>
      <header>
        <h2>
          {first}
          {second !== '' && <small>{second}</small>}
        </h2>
        <Kind record={record} isOwn={isOwn} />
      </header>
      <p className="oa-card-post">{[textOf(record, 'position'), textOf(record, 'department')].filter(Boolean).join(' · ')}</p>
      <p className="oa-card-company">{companyOf(record, locale)}</p>
      <div className="oa-card-body">
        <ContactLinks record={record} />
        {picture !== undefined && <CardPicture id={picture} name={t('pictureOf', { name: first })} />}
      </div>
      {remark !== '' && <p className="oa-card-remark">{remark}</p>}
      <footer>
        <Cell record={record} name="ownerId" />
        <Cell record={record} name="share" />
        <Synced record={record} />
        <RowActions resource={businessCard} record={record} onEdit={isMine ? onEdit : undefined} isKept={!isMine} />
      </footer>
    </article>
  )
}

const isPersonal = (record: StoredRecord): boolean => record['cardType'] === 'personal'

/** One's own, that of a colleague, or the group that a collected one is in. */
function Kind({ record, isOwn }: { record: StoredRecord; isOwn: boolean }) {
  const { t } = useCardText()
  if (isOwn && isPersonal(record)) return <Pill tone="accent">{t('my')}</Pill>
  return (
    <span className="oa-card-group">
      {isPersonal(record) ? t('colleague') : <Cell record={record} name="cardGroup" />}
    </span>
  )
}

/** When it last came from the chat app, or that it could not. */
function Synced({ record }: { record: StoredRecord }) {
  const { t } = useCardText()
  if (record['syncState'] === '2') return <Pill tone="red">{t('syncFailed')}</Pill>
  if (record['syncState'] !== '1') return null
  return <span className="num">{t('syncedAt', { time: textOf(record, 'syncTime').slice(0, 10) })}</span>
}

const Cell = ({ record, name }: { record: StoredRecord; name: string }) => (
  <FieldCell field={businessCard.fields[name]!} value={record[name]} record={record} />
)
