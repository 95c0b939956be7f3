import { lazy, Suspense } from 'react'

const Drawn = lazy(() => import('./icon-set.tsx'))

/** An outlined icon by name, as used by menus and forms; reserves its space while the icon set is loading. */
export function Icon({ name }: { name: string | undefined | null }) {
  return (
    <span className="oa-icon inline-flex rigid centred" aria-hidden>
      <Suspense fallback={null}>
        <Drawn name={name ?? 'file'} />
      </Suspense>
    </span>
  )
}
