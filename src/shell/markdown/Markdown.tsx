import ReactMarkdown, { type Components } from 'react-markdown'
import { Link } from 'react-router'
import remarkGfm from 'remark-gfm'
import './markdown.css'

/**
 * Text with headings, lists, tables, emphasis, code and links. Markup inside of it stays text, addresses with a script are
 * dropped, and so are pictures that the product does not ship: a page shows nothing from elsewhere.
 */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="oa-markdown">
      <ReactMarkdown remarkPlugins={plugins} skipHtml components={components}>{children}</ReactMarkdown>
    </div>
  )
}

const plugins = [remarkGfm]

/** Pictures of the guide, beside the pages themselves; all of one size. */
const shipped = /^\/guide-[\w-]+\.jpg$/

const components: Components = {
  a({ href = '', children }) {
    if (href.startsWith('/')) return <Link to={href}>{children}</Link>
    return <a href={href} target="_blank" rel="noreferrer noopener">{children}</a>
  },
  img({ src, alt }) {
    return typeof src === 'string' && shipped.test(src) ? <img src={src} alt={alt} width={1280} height={760} loading="lazy" /> : null
  },
  // The page has the one heading of the first level.
  h1: ({ children }) => <h2>{children}</h2>,
}
