import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { messageCentre, useMessageCounts, useWaiting, type WaitingCounts } from '../layout/badges.ts'
import { Bar } from '../parts/Skeletons.tsx'
import { useKnows } from '../routing/routes-context.ts'
import { useText, type Text } from '../text.tsx'
import { draftsSection } from './Drafts.tsx'

interface CountCell {
  readonly path: string
  readonly name: string
  /** Absent while it is not known. */
  readonly count: number | undefined
  /** The pressing part of it. */
  readonly note?: string | false
}

/** The numbers of what waits for the person, each leading to it. */
export function Counts() {
  const { t } = useText()
  const waiting = useWaiting()
  const cells = [...cellsOf(waiting, t), useCalled()]
  return (
    <ul className="oa-counts">
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

/** The mentions where messages count them; elsewhere what is overdue. */
function useCalled(): CountCell {
  const { t } = useText()
  const knows = useKnows()
  const waiting = useWaiting()
  const messages = useMessageCounts()
  if (knows(messageCentre)) return { path: messageCentre, name: t('home.mentions'), count: messages?.commentAt }
  return { path: '/todo?quick=overdue', name: t('home.overdue'), count: waiting?.overdue }
}

/** The drafts stand on this page. */
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
