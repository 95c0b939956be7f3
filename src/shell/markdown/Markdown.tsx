import ReactMarkdown, { type Components } from 'react-markdown'
import { Link } from 'react-router'
import remarkGfm from 'remark-gfm'
import './markdown.css'

/**
 * Renders Markdown with headings, lists, tables, emphasis, code and links. HTML is not interpreted, script addresses are removed, and only
 * pictures of the product are displayed, none from other hosts.
 */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="oa-markdown anywhere">
      <ReactMarkdown remarkPlugins={plugins} skipHtml components={components}>{children}</ReactMarkdown>
    </div>
  )
}

const plugins = [remarkGfm]

/** Pictures of the guide, next to its pages; all have the same size. */
const shipped = /^\/guide-[\w-]+\.jpg$/

const components: Components = {
  a({ href = '', children }) {
    if (href.startsWith('/')) return <Link to={href}>{children}</Link>
    return <a href={href} target="_blank" rel="noreferrer noopener">{children}</a>
  },
  img({ src, alt }) {
    return typeof src === 'string' && shipped.test(src) ? <img src={src} alt={alt} width={1280} height={760} loading="lazy" /> : null
  },
  // the page already has an h1
  h1: ({ children }) => <h2>{children}</h2>,
}
