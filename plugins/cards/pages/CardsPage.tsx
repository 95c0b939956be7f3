import { type ReactNode, useCallback } from 'react'
import { EnvironmentOutlined, GlobalOutlined, MailOutlined, MessageOutlined, MobileOutlined, PhoneOutlined,
  SyncOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Image, Tooltip } from 'antd'
import { contentOf } from '#fields/files/preview.ts'
import { definePartText } from '#fields/text.ts'
import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { useRecordChanges } from '#shell/resource/record-changes.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { RowActions } from '#shell/resource/RowActions.tsx'
import { may } from '#providers/permissions.ts'
import { businessCard, cardPath, type CardSource, type CardSyncResult } from '../business-card.ts'
import { canSync } from '../permissions.ts'
import './cards.css'
import { cn, en } from './texts.ts'

const useCardText = definePartText<keyof typeof cn>({ cn, en })

/** The user's own business cards and those shared with them, as tiles. */
export function CardsPage() {
  const me = useRead(reads.user)
  const tile = useCallback((record: StoredRecord, onEdit: () => void) => {
    const isOwn = record['ownerId'] === me?.id
    return <CardTile record={record} isOwn={isOwn} isMine={isOwn || me?.admin === true} onEdit={onEdit} />
  }, [me])
  return (
    <ResourcePage resource={businessCard} title={{ cn: '名片', en: 'Business cards' }} tile={tile} actions={<SyncCards />} fixed={owned} />
  )
}

/** Initial value of new cards: the server sets the creator as owner. */
const owned = { ownerId: null }

/** Button that synchronises the user's cards; the tooltip states when only the address book is configured as a source. */
function SyncCards() {
  const { t } = useCardText()
  const http = useHttp()
  const { reactions } = useBackend()
  const { refresh } = useRecordChanges()
  const { run, isPending } = useCommand()
  const { data: source } = useQuery({ queryKey: ['card-source'], queryFn: () => http.get<CardSource>(`${cardPath}/sync/source`),
    staleTime: Infinity })
  if (!may(canSync.sync)) return null
  const sync = () =>
    run((sending) => sending.post<CardSyncResult>(`${cardPath}/sync`, {}), ({ success, failed }) => {
      reactions.notify({ kind: failed > 0 ? 'warning' : 'success', text: t('synced', { success, failed }) })
      return refresh(businessCard)
    })
  return (
    <Tooltip title={source?.isConfigured === false ? t('notSet') : undefined}>
      <Button icon={<SyncOutlined aria-hidden />} loading={isPending} onClick={() => void sync()}>{t('sync')}</Button>
    </Tooltip>
  )
}

interface CardTileProps {
  readonly record: StoredRecord
  /** True for cards owned by the reader, including collected contacts. */
  readonly isOwn: boolean
  /** True where the reader may edit the card: its owner or an administrator. */
  readonly isMine: boolean
  onEdit(): void
}

/** Tile in the layout of a printed business card, with the owner's remarks. */
function CardTile({ record, isOwn, isMine, onEdit }: CardTileProps) {
  const { t, locale } = useCardText()
  const { first, second } = namesOf(record, locale)
  const picture = pictureOf(record)
  const remark = textOf(record, 'remark')
  return (
    <article className="oa-card stack surface framed round-10 gap-4 narrow" data-personal={(isOwn && isPersonal(record)) || undefined}>
      <header>
        <h2>
          {first}
          {second !== '' && <small>{second}</small>}
        </h2>
        <Kind record={record} isOwn={isOwn} />
      </header>
      <p className="oa-card-post second">{[textOf(record, 'position'), textOf(record, 'department')].filter(Boolean).join(' · ')}</p>
      <p className="medium">{companyOf(record, locale)}</p>
      <div className="oa-card-body at-end flex grow gap-12 between">
        <ContactLinks record={record} />
        {picture !== undefined && <CardPicture id={picture} name={t('pictureOf', { name: first })} />}
      </div>
      {remark !== '' && <p className="second small">{remark}</p>}
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

/** Tag of a card: own, of a colleague, or the group of a collected contact. */
function Kind({ record, isOwn }: { record: StoredRecord; isOwn: boolean }) {
  const { t } = useCardText()
  if (isOwn && isPersonal(record)) return <Pill tone="accent">{t('my')}</Pill>
  return (
    <span className="second rigid small">
      {isPersonal(record) ? t('colleague') : <Cell record={record} name="cardGroup" />}
    </span>
  )
}

/** Time of the last synchronisation with the chat app, or a note that it failed. */
function Synced({ record }: { record: StoredRecord }) {
  const { t } = useCardText()
  if (record['syncState'] === '2') return <Pill tone="red">{t('syncFailed')}</Pill>
  if (record['syncState'] !== '1') return null
  return <span className="num">{t('syncedAt', { time: textOf(record, 'syncTime').slice(0, 10) })}</span>
}

const Cell = ({ record, name }: { record: StoredRecord; name: string }) => (
  <FieldCell field={businessCard.fields[name]!} value={record[name]} record={record} />
)

/** Thumbnail of the card's picture; a click opens it in full size. */
function CardPicture({ id, name }: { id: string; name: string }) {
  const http = useHttp()
  const { data } = useQuery({ queryKey: ['card-picture', id], queryFn: () => contentOf(http, id), staleTime: Infinity })
  if (data === undefined) return null
  return <Image className="oa-card-picture framed round-4" src={data} alt={name} width={96} height={60} />
}

interface ContactLink {
  readonly key: string
  readonly icon: ReactNode
  href?(value: string): string
}

const dial = (value: string): string => `tel:${value}`

const ways: readonly ContactLink[] = [
  { key: 'mobile', icon: <MobileOutlined aria-hidden />, href: dial },
  { key: 'tel', icon: <PhoneOutlined aria-hidden />, href: dial },
  { key: 'email', icon: <MailOutlined aria-hidden />, href: (value) => `mailto:${value}` },
  { key: 'wechat', icon: <MessageOutlined aria-hidden /> },
  { key: 'website', icon: <GlobalOutlined aria-hidden />, href: (value) => value },
  { key: 'address', icon: <EnvironmentOutlined aria-hidden /> },
]

/** Contact data of the card; telephone numbers, mail and web addresses are links. */
const ContactLinks = ({ record }: { record: StoredRecord }) => (
  <ul className="oa-card-lines grid gap-2 unlisted flat narrow bare">
    {ways.filter(({ key }) => textOf(record, key) !== '').map(({ key, icon, href }) => (
      <li key={key}>
        {icon}
        {href ? <a href={href(textOf(record, key))} rel="noreferrer">{textOf(record, key)}</a> : <span>{textOf(record, key)}</span>}
      </li>
    ))}
  </ul>
)

/** Text of a field of the record; '' where it is empty. */
const textOf = (record: StoredRecord, key: string): string => (typeof record[key] === 'string' ? record[key] : '')

/** Both names of the card, the one in the reader's language first. */
function namesOf(record: StoredRecord, locale: string): { readonly first: string; readonly second: string } {
  const [cn, en] = [textOf(record, 'nameCn'), textOf(record, 'nameEn')]
  const [first, second] = locale === 'en' ? [en, cn] : [cn, en]
  return first === '' ? { first: second, second: '' } : { first, second }
}

/** Company in the reader's language; falls back to the Chinese name. */
function companyOf(record: StoredRecord, locale: string): string {
  const english = textOf(record, 'companyEn')
  return locale === 'en' && english !== '' ? english : textOf(record, 'company')
}

/** Id of the card's first picture. */
function pictureOf({ images }: StoredRecord): string | undefined {
  const [first] = Array.isArray(images) ? (images as readonly unknown[]) : []
  return typeof first === 'string' ? first : undefined
}
