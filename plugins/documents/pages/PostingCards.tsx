import { DocumentTitle } from '#shell/documents/DocumentTitle.tsx'
import { Money } from '#shell/parts/Money.tsx'
import type { PostingRow } from '../wire.ts'
import { OpenedLine } from './OpenedLine.tsx'
import type { PostingListProps } from './PostingTable.tsx'
import { StateWord } from './StateWord.tsx'
import { usePostingText } from './text.ts'
import { postingTitle } from './posting-title.ts'

/** The lines on a phone: what and how much, below it which document and how far; a tap opens one. */
export function PostingCards({ rows, opened, actions, isRefreshing, onOpen }: Omit<PostingListProps, 'cursor' | 'selection'>) {
  return (
    <ul className="oa-posting-cards" aria-busy={isRefreshing}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" className="plain" aria-expanded={row.id === opened}
            onClick={() => onOpen(row.id === opened ? undefined : row.id)}
          >
            <Card row={row} />
          </button>
          {row.id === opened && <OpenedLine id={row.id} actions={actions} />}
        </li>
      ))}
    </ul>
  )
}

function Card({ row }: { readonly row: PostingRow }) {
  const { name } = usePostingText()
  return (
    <>
      <DocumentTitle row={postingTitle(row)} />
      <span>{row.amount !== null && <Money value={row.amount} />}</span>
      <span className="oa-quiet cut">
        <span className="num">{row.number}</span> · {name(row.what)}
      </span>
      <span>
        {row.posted !== null && <span className="num oa-quiet">{row.posted}</span>} <StateWord row={row} />
      </span>
    </>
  )
}
