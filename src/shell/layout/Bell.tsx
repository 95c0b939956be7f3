import { BellOutlined } from '@ant-design/icons'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Anchor } from '../floating/place.ts'
import { useLiveState } from '../live/live-context.ts'
import { useText } from '../text.tsx'
import { messageCentre, useBadges } from './badges.ts'
import { useKnows } from '../routing/routes-context.ts'

const BellPanel = lazy(async () => ({ default: (await import('../messages/BellPanel.tsx')).BellPanel }))

/** Unread messages; there only when the message centre is part of this product. */
export function Bell() {
  const { t } = useText()
  const unread = useBadges().get(messageCentre) ?? 0
  const knows = useKnows()
  const state = useLiveState()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  if (!knows(messageCentre)) return null
  const isOff = state === 'asking'
  return (
    <>
      <button ref={button} type="button" className="plain oa-tool" aria-label={t('shell.unread', { count: unread })} aria-haspopup="dialog" aria-expanded={anchor !== undefined}
        data-tip={isOff ? t('shell.notLive') : t('shell.messages')} onClick={() => setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())}
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
