import { BrandMark } from '../parts/Brand.tsx'
import { Bar, PageSkeleton } from '../parts/Skeletons.tsx'
import '../layout/shell.css'
import '../layout/sider.css'
import '../layout/header.css'

/** Placeholder of the shell during start-up. */
export function ShellSkeleton() {
  const isMobile = matchMedia('(max-width: 767px)').matches
  return (
    <div className={isMobile ? 'oa-shell is-mobile' : 'oa-shell'}>
      {!isMobile && (
        <div className={matchMedia('(max-width: 1399px)').matches ? 'oa-sider is-collapsed' : 'oa-sider'} aria-hidden>
          <div className="oa-brand">
            <BrandMark />
          </div>
          <div className="oa-menu">
            {['60%', '45%', '55%', '50%', '40%'].map((width) => (
              <p className="oa-menu-waiting" key={width}>
                <Bar width={width} />
              </p>
            ))}
          </div>
        </div>
      )}
      <div className="oa-shell-main">
        {!isMobile && <div className="oa-header" />}
        <div className="oa-sheet">
          <PageSkeleton />
        </div>
      </div>
    </div>
  )
}
