import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ProofDialog } from './proof-dialog.tsx'

// jsdom has the element but not its methods.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

afterEach(cleanup)

const texts = {
  title: 'Confirm that it is you',
  text: 'Please enter your password again.',
  password: 'Password',
  passwordRequired: 'Please enter your password',
  showPassword: 'Show',
  hidePassword: 'Hide',
  code: 'Code',
  codeRequired: 'Please enter the code',
  confirm: 'Confirm',
  cancel: 'Cancel',
}

test('the password field has the focus at once; the code field gets it when a code is needed', async () => {
  const onSubmit = jest.fn()
  const props = { busy: false, objection: undefined, texts, onSubmit, onCancel: () => {} }
  const { rerender } = render(<ProofDialog open needsCode={false} {...props} />)
  const field = await screen.findByLabelText(/Password/)
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('two words{Enter}')
  expect(onSubmit).toHaveBeenCalledWith('two words', '')
  rerender(<ProofDialog open needsCode {...props} />)
  expect(document.activeElement).toBe(screen.getByLabelText(/Code/))
})
