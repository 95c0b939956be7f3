import { Link } from 'react-router'
import { useWaiting } from '../layout/badges.ts'
import { useText } from '../text.tsx'
import { documentLists, type DocumentListKind } from './lists.ts'
import './documents.css'
import '../list/list-tabs.css'

/** The five lists as tabs of the page, with what waits in each. */
export function ListTabs({ here }: { here: DocumentListKind }) {
  const { t, label } = useText()
  const waiting: Partial<Record<DocumentListKind['name'], number>> = useWaiting() ?? {}
  return (
    <nav className="oa-list-tabs" aria-label={t('documents.lists')}>
      {documentLists.map((list) => (
        <Link key={list.name} to={list.path} aria-current={list.name === here.name ? 'page' : undefined}>
          {label(list)}
          {Boolean(waiting[list.name]) && <span className="num">{waiting[list.name]}</span>}
        </Link>
      ))}
    </nav>
  )
}
