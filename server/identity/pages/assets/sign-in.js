const form = document.querySelector('form')
const userName = document.querySelector('#username')
const password = document.querySelector('#password')
const remember = document.querySelector('#remember')
const remembered = 'oa.signIn.userName'

/** Browsers may forbid storage; then nothing is remembered. */
function storage(area, work) {
  try {
    return work(window[area])
  } catch {
    return null
  }
}

const known = storage('localStorage', (store) => store.getItem(remembered))
const typed = storage('sessionStorage', (store) => store.getItem(remembered))
remember.checked = known !== null
if (!userName.value && (typed || known)) {
  userName.value = typed || known
  password.focus()
}
storage('sessionStorage', (store) => store.removeItem(remembered))

for (const link of document.querySelectorAll('.languages a')) {
  link.addEventListener('click', () => storage('sessionStorage', (store) => store.setItem(remembered, userName.value)))
}

/** A second press while the first is on its way would leave the sign-in that the first one completes. */
let sent = false
addEventListener('pageshow', () => {
  sent = false
})

form.addEventListener('submit', (event) => {
  if (sent) return event.preventDefault()
  const missing = [userName, password].filter((field) => !field.value.trim())
  for (const field of [userName, password]) {
    const message = form.dataset[field === userName ? 'missingUsername' : 'missingPassword']
    showProblem(field, missing.includes(field) ? message : '')
  }
  if (missing.length > 0) {
    event.preventDefault()
    missing[0].focus()
    return
  }
  sent = true
  storage('localStorage', (store) => (remember.checked ? store.setItem(remembered, userName.value.trim()) : store.removeItem(remembered)))
})

function showProblem(field, message) {
  const problem = document.querySelector(`#${field.id}-problem`)
  problem.textContent = message
  field.toggleAttribute('aria-invalid', message !== '')
  if (message) {
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', problem.id)
  }
}

const eye = document.querySelector('.eye')
const labels = { shown: eye.dataset.hide, hidden: eye.title }
eye.hidden = false
eye.addEventListener('click', () => {
  const shown = password.type === 'text'
  password.type = shown ? 'password' : 'text'
  eye.setAttribute('aria-pressed', String(!shown))
  eye.title = shown ? labels.hidden : labels.shown
  eye.setAttribute('aria-label', eye.title)
})

const accounts = document.querySelectorAll('.demo button')
const choose = () => {
  for (const account of accounts) account.setAttribute('aria-pressed', String(account.dataset.user === userName.value))
}
userName.addEventListener('input', choose)
choose()
for (const account of accounts) {
  account.addEventListener('click', () => {
    userName.value = account.dataset.user
    password.value = document.querySelector('.demo').dataset.password
    showProblem(userName, '')
    showProblem(password, '')
    choose()
    document.querySelector('button.primary').focus()
  })
}
