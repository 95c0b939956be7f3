import { ReloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { refreshDocuments } from '#shell/detail/refresh.ts'
import { useDocumentsText } from '../texts.ts'
import './phone-list.css'

/** Distance in pixels that triggers a refresh; the indicator moves half as far. */
const enough = 96

/** Pull-to-refresh at the top of a phone's list. */
export function PullToRefresh() {
  const { t } = useDocumentsText()
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const [pulled, setPulled] = useState(0)
  const refresh = useEffectEvent(() => refreshDocuments(client))
  useEffect(() => {
    const rows = place.current?.closest<HTMLElement>('.oa-page-scroll')
    if (!rows) return
    let from: number | undefined
    let way = 0
    const start = ({ touches }: TouchEvent) => void (from = rows.scrollTop <= 0 && touches.length === 1 ? touches[0]?.clientY : undefined)
    const move = ({ touches }: TouchEvent) => {
      if (from === undefined) return
      way = rows.scrollTop <= 0 ? Math.max(0, (touches[0]?.clientY ?? from) - from) : 0
      setPulled(way)
    }
    const end = () => {
      if (from !== undefined && way > enough) refresh()
      from = undefined
      way = 0
      setPulled(0)
    }
    const listeners = [['touchstart', start], ['touchmove', move], ['touchend', end], ['touchcancel', end]] as const
    for (const [name, act] of listeners) rows.addEventListener(name, act as EventListener, { passive: true })
    return () => {
      for (const [name, act] of listeners) rows.removeEventListener(name, act as EventListener)
    }
  }, [])
  return (
    <div ref={place} className="row muted gap-8 centred clip" style={{ height: Math.min(pulled, enough + 24) / 2 }} aria-hidden>
      {pulled > 0 && (
        <>
          <ReloadOutlined rotate={pulled * 2} /> {t(pulled > enough ? 'pull.release' : 'pull.pull')}
        </>
      )}
    </div>
  )
}
