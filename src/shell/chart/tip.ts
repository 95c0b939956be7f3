/** Tooltip of a point with its name and figures. Built from elements, because the CSP forbids inline styles in markup. */
export function tip(name: string, figures: readonly (readonly [label: string, figure: string])[]): HTMLElement {
  const box = element('div', '')
  box.className = 'oa-chart-tip'
  box.append(element('strong', name), ...figures.map(([label, figure]) => {
    const row = element('span', '')
    const amount = element('b', figure)
    amount.className = 'num'
    row.append(element('span', label), amount)
    return row
  }))
  return box
}

function element(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}
