import { BellOutlined } from '@ant-design/icons'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Anchor } from '../floating/place.ts'
import { useLiveState } from '../live/live-context.ts'
import { useText } from '../text.tsx'
import { messageCentre, useBadges } from './badges.ts'
import { useKnows } from '../routing/routes-context.ts'

const BellPanel = lazy(async () => ({ default: (await import('../messages/BellPanel.tsx')).BellPanel }))

/** Pixels between the panel and the edge of the window. */
const margin = 16

/** Below the bell, but at the edge of the window: what stands right of the bell is no more use while the panel is open. */
function besideEdge(bell: HTMLElement): Anchor {
  const { left, top, bottom } = bell.getBoundingClientRect()
  return { left, top, bottom, right: document.documentElement.clientWidth - margin }
}

/** Unread messages; there only when the message centre is part of this product. */
export function Bell() {
  const { t } = useText()
  const unread = useBadges().get(messageCentre) ?? 0
  const knows = useKnows()
  const state = useLiveState()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  if (!knows(messageCentre)) return null
  const isOff = state === 'polling'
  return (
    <>
      <button ref={button} type="button" className="plain oa-tool" aria-label={t('shell.unread', { count: unread })} aria-haspopup="dialog"
        aria-expanded={anchor !== undefined} data-tip={isOff ? t('shell.notLive') : t('shell.messages')}
        onClick={() => setAnchor(anchor || !button.current ? undefined : besideEdge(button.current))}
      >
        <BellOutlined />
        {unread > 0 && <span className="oa-badge num" aria-hidden>{unread > 99 ? '99+' : unread}</span>}
        {isOff && (
          <span className="oa-live-off">
            <span className="unseen">{t('shell.notLive')}</span>
          </span>
        )}
      </button>
      {anchor && (
        <Suspense>
          <BellPanel anchor={anchor} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  )
}
