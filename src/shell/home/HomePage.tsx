import { type MouseEvent, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import type { Locale } from '#kernel/wording/label.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { splitName } from '#kernel/wording/names.ts'
import { languageTag } from '#providers/i18n.ts'
import type { CurrentUser } from '../start/answers.ts'
import { reads, useRead } from '../start/reads.ts'
import { useKnows, useRoutes } from '../routing/routes-context.ts'
import { type Text, useText } from '../text.tsx'
import type { HomeSection } from '../browser-plugin.ts'
import { LayoutHold } from '../parts/LayoutHold.tsx'
import { ToApprove } from './ToApprove.tsx'
import { Icon } from '../layout/Icon.tsx'
import { useNewRequest } from '../layout/new-request.ts'
import { quickStart, useFavourites, useStartable } from './quick-start.ts'
import { useHttp } from '../backend.ts'
import { DocumentTitle } from '../documents/DocumentTitle.tsx'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { SectionTitle } from '../parts/SectionTitle.tsx'
import { Bar, RowsSkeleton } from '../parts/Skeletons.tsx'
import { StateDot } from '../parts/StatePill.tsx'
import { latestQuery } from '../documents/lists.ts'
import { countsKey, messageCentre, useMessageCounts, useWaiting, type WaitingCounts } from '../layout/badges.ts'
import { shortTime } from '../documents/duration.ts'
import { Num } from '../parts/Figures.tsx'
import './home.css'

/** The home page: to-do tasks, forms to start, the user's own requests. */
export function HomePage() {
  return (
    <div className="oa-home filled-column scroll">
      <Greeting />
      <Counts />
      <div className="oa-home-columns grid">
        <div>
          <Suspense>
            <ModuleSections place="top" />
          </Suspense>
          <ToApprove />
          <Suspense>
            <LayoutHold>
              <ModuleSections place="main" />
            </LayoutHold>
          </Suspense>
        </div>
        <Suspense fallback={<div />}>
          <LayoutHold>
            <ModuleSections place="first" />
            <Drafts />
            <Latest />
            <ModuleSections place="last" />
          </LayoutHold>
        </Suspense>
      </div>
    </div>
  )
}

/** The sections of modules at a place; lazy chunks. */
function ModuleSections({ place }: Pick<HomeSection, 'place'>) {
  const { home = [] } = useRoutes().config
  const placed = home.filter((section) => section.place === place).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
  return placed.map(({ id, component: Section }) => <Section key={id} />)
}

function Greeting() {
  const { t, locale } = useText()
  const user = useRead(reads.user)
  const [now] = useState(() => new Date())
  const hour = Number(nowOf(now).slice(11, 13))
  const part = hour < 6 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  const greeting = t(`home.${part}`)
  const name = givenName(user, locale)
  return (
    <div className="oa-greeting at-end flex wrap between">
      <div>
        <h1 className="bold">{name === '' ? greeting : t('home.greeting', { greeting, name })}</h1>
        <p className="oa-day-line second flex wrap">
          <span>{dayName(now, locale)}</span>
          <Suspense>
            <ModuleSections place="greeting" />
          </Suspense>
        </p>
      </div>
      <Favourites />
    </div>
  )
}

/** The name for the greeting: in English the given name; empty for the system account. */
function givenName(user: CurrentUser | undefined, locale: Locale): string {
  if (!user || user.admin) return ''
  const { cn, en } = splitName(user.name)
  return locale === 'cn' ? cn : (en.split(' ')[0] ?? en)
}

/** Weekday and date in the company's time zone. */
function dayName(instant: Date, locale: Locale): string {
  const tag = locale === 'cn' ? languageTag('cn') : 'en-GB'
  const day = new Date(`${todayOf(instant)}T00:00:00Z`)
  return new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day)
}

/** Maximum number of forms next to the greeting. */
const most = 6

/** The forms that the user is most likely to start, and a button for all others. */
function Favourites() {
  const { t, locale } = useText()
  const openNewRequest = useNewRequest()
  const { starred } = useFavourites()
  const groups = useStartable()
  return (
    <nav className="oa-favourites row wrap" aria-label={t('home.start')}>
      {quickStart(groups ?? [], starred).slice(0, most).map((tile) => {
        const name = locale === 'cn' ? tile.name : tile.nameEn
        const short = (locale === 'cn' ? tile.shortName : tile.shortNameEn) ?? name
        return (
          <Link key={tile.businessType} className="plain inline-row round-6 second gap-6 nowrap"
            to={tile.path ?? `/${tile.businessType}Edit`} aria-label={name} title={name}
          >
            <Icon name={tile.icon} />
            {short}
          </Link>
        )
      })}
      <button type="button" className="plain inline-row round-6 second gap-6 nowrap outlined" onClick={openNewRequest}>
        {t('home.allProcesses')}
      </button>
    </nav>
  )
}

/** The user's five latest requests, with their states. */
function Latest() {
  const text = useText()
  const link = useDocumentLink()
  const openNewRequest = useNewRequest()
  const { data } = useQuery(latestQuery(useHttp()))
  return (
    <section aria-label={text.t('home.latest')}>
      <SectionTitle action={<Link to="/initiated">{text.t('home.all')}</Link>}>{text.t('home.latest')}</SectionTitle>
      {!data && <RowsSkeleton rows={5} columns={['60%', 50]} />}
      {data?.records.length === 0 && (
        <p className="oa-home-nothing line-top third">
          {text.t('empty.initiated')}{' '}
          <button type="button" className="plain accent" onClick={openNewRequest}>{text.t('shell.newRequest')}</button>
        </p>
      )}
      <ul className="oa-latest top-4">
        {data?.records.map((row) => (
          <li key={row.id}>
            <Link className="plain row gap-12 between" to={link(row)}>
              <DocumentTitle row={row} />
              <StateDot state={row.state} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CountCell {
  readonly path: string
  readonly name: string
  /** Absent while loading. */
  readonly count: number | undefined
  /** The urgent part of it. */
  readonly note?: string | false
}

/** Counts of waiting items, each linked to its list. */
function Counts() {
  const { t } = useText()
  const waiting = useWaiting()
  const cells = [...cellsOf(waiting, t), useCalled()]
  return (
    <ul className="oa-counts framed round-10 grid">
      {cells.map(({ path, ...figure }) => (
        <li key={path}>
          <Link className="plain" to={path}>
            <Figure {...figure} />
          </Link>
        </li>
      ))}
      <li>
        <DraftCount count={waiting?.drafts} />
      </li>
    </ul>
  )
}

function cellsOf(waiting: WaitingCounts | undefined, t: Text['t']): readonly CountCell[] {
  const { todo, overdue = 0, initiated, returned = 0, cc } = waiting ?? {}
  return [
    { path: '/todo', name: t('home.todo'), count: todo === undefined ? undefined : todo - returned,
      note: overdue > 0 && t('home.ofThemOverdue', { count: overdue }) },
    { path: '/initiated?state=1', name: t('home.inProgress'), count: initiated },
    { path: '/initiated?node=start', name: t('home.returned'), count: waiting?.returned, note: returned > 0 && t('home.toChange') },
    { path: '/cc', name: t('home.unreadCc'), count: cc },
  ]
}

/** The count of mentions if there is a message centre, else of overdue tasks. */
function useCalled(): CountCell {
  const { t } = useText()
  const knows = useKnows()
  const waiting = useWaiting()
  const messages = useMessageCounts()
  if (knows(messageCentre)) return { path: messageCentre, name: t('home.mentions'), count: messages?.commentAt }
  return { path: '/todo?quick=overdue', name: t('home.overdue'), count: waiting?.overdue }
}

/** The count of drafts, linked to their section of this page. */
function DraftCount({ count }: { count: number | undefined }) {
  const { t } = useText()
  const figure = <Figure name={t('home.drafts')} count={count} />
  if (!count) return <div className="oa-count-plain">{figure}</div>
  const show = (event: MouseEvent) => {
    event.preventDefault()
    const section = document.getElementById(draftsSection)
    section?.scrollIntoView({ block: 'center' })
    section?.querySelector('a')?.focus()
  }
  return <a className="plain" href={`#${draftsSection}`} onClick={show}>{figure}</a>
}

function Figure({ name, count, note }: Omit<CountCell, 'path'>) {
  return (
    <>
      <span>{name}</span>
      <strong className="num">{count ?? <Bar width={28} height={20} />}</strong>
      {note && <span className="oa-count-note num">{note}</span>}
    </>
  )
}

interface DraftRow {
  readonly businessType: string
  readonly title?: string | null
  readonly updateTime: string
}

/** Id of the drafts section. */
const draftsSection = 'drafts'

/** The user's drafts, one per form. */
function useDrafts(): readonly DraftRow[] | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: [...countsKey, 'drafts'],
    queryFn: ({ signal }) => http.get<readonly DraftRow[]>('/oaserver/user-input-cache', undefined, { signal, quiet: true }),
  }).data
}

/** The user's drafts, each linked to its form; hidden if there are none. */
function Drafts() {
  const { t, locale } = useText()
  const drafts = useDrafts()
  const processes = useRead(reads.processes)
  if (!drafts?.length || !processes) return null
  return (
    <section id={draftsSection} aria-label={t('home.drafts')}>
      <SectionTitle count={drafts.length}>{t('home.drafts')}</SectionTitle>
      <ul className="oa-latest top-4">
        {drafts.map(({ businessType, title, updateTime }) => {
          const process = processes.find((each) => each.businessType === businessType)
          return process?.path && (
            <li key={businessType}>
              <Link className="plain row gap-12 between" to={process.path}>
                <span className="cut">{title || (locale === 'cn' ? process.processName : process.processNameEn)}</span>
                <span className="oa-nothing">
                  <Num>{shortTime(updateTime)}</Num>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
