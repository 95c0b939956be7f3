import { DisconnectOutlined } from '@ant-design/icons'
import { useEffect } from 'react'
import { nowOf } from '#kernel/values/dates.ts'
import { DocumentTitle } from '../documents/DocumentTitle.tsx'
import { processOf } from '../documents/title.ts'
import { BrandMark } from '../parts/Brand.tsx'
import { Money } from '../parts/Figures.tsx'
import { useText, type Text } from '../text.tsx'
import { type KeptRow, readTodo } from './kept-todo.ts'
import { reaches } from './reaches.ts'
import '../list/list.css'
import './offline.css'

/** Interval of the server check in ms. */
const retryEvery = 10_000

const reload = () => location.reload()

/** Offline start: the stored to-dos, read-only. Reloads the application when the server is reachable. */
export function OfflineTodo() {
  const text = useText()
  const kept = readTodo()
  useEffect(() => {
    const goOn = () => void reaches().then((isThere) => isThere && reload())
    const timer = setInterval(goOn, retryEvery)
    addEventListener('online', goOn)
    return () => {
      clearInterval(timer)
      removeEventListener('online', goOn)
    }
  }, [])
  return (
    <main className="oa-offline-page surface">
      <header className="row gap-10">
        <BrandMark size={26} />
        <h1 className="grow bold">{text.t('shell.todo')}</h1>
        <button type="button" className="plain" onClick={reload}>{text.t('state.retry')}</button>
      </header>
      <p className="oa-offline on-orange orange small line-18" role="status">
        <DisconnectOutlined aria-hidden /> {kept ? text.t('shell.offlineTodo', { time: timeOf(kept.at) }) : text.t('shell.offlineNothing')}
      </p>
      <ul className="oa-rows">
        {kept?.rows.map((row) => (
          <li key={row.id}>
            <div className="oa-row grid">
              <span className="oa-row-first medium gap-8 narrow row">
                <DocumentTitle row={row} />
              </span>
              <span className="oa-row-second cut muted line-18">{secondLine(row, text)}</span>
              {row.amount !== null && (
                <span className="oa-row-amount medium">
                  <Money value={row.amount} />
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </main>
  )
}

const secondLine = (row: KeptRow, text: Text): string =>
  [text.name(row.applyerUser?.name), processOf(row, text), text.locale === 'cn' ? row.nodeName : row.nodeNameEn, row.businessNo].filter(
    Boolean,
  ).join(' · ')

/** In the company's time zone, like all times of the product. */
const timeOf = (at: number): string => nowOf(new Date(at)).slice(5, 16)
