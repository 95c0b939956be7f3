import ReactMarkdown, { type Components } from 'react-markdown'
import { Link } from 'react-router'
import remarkGfm from 'remark-gfm'
import './markdown.css'

/**
 * Text with headings, lists, tables, emphasis, code and links. Markup inside of it stays text, addresses with a script are
 * dropped, and pictures are left out: a page shows nothing from elsewhere.
 */
export function Markdown({ children }: { children: string }) {
  return <div className="oa-markdown"><ReactMarkdown remarkPlugins={plugins} skipHtml disallowedElements={['img']} components={components}>{children}</ReactMarkdown></div>
}

const plugins = [remarkGfm]

const components: Components = {
  a({ href = '', children }) {
    if (href.startsWith('/')) return <Link to={href}>{children}</Link>
    return <a href={href} target="_blank" rel="noreferrer noopener">{children}</a>
  },
  // The page has the one heading of the first level.
  h1: ({ children }) => <h2>{children}</h2>,
}
