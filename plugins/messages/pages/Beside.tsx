import { Suspense } from 'react'
import { useRoutes } from '../../../src/shell/routing/routes-context.ts'
import { useCentreText } from './text.ts'

/** Beside the messages while none is chosen: how to choose one, and what other modules tell. */
export function Beside() {
  const { t } = useCentreText()
  return (
    <>
      <p className="oa-message-choose">{t('choose')}</p>
      <Sections />
    </>
  )
}

/** They come when their chunks do; no message waits for them. */
export function Sections() {
  const { messageCentre = [] } = useRoutes().world
  return <div className="oa-message-sections">{messageCentre.map(({ id, component: Section }) => <Suspense key={id}><Section /></Suspense>)}</div>
}
