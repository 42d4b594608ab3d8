/// <reference path="../css.d.ts" />
export { CheckboxField, ChoiceField, SelectField, SwitchField, type Choice } from './choice-fields.tsx'
export { Form, FormActions, FormSection } from './form.tsx'
export { NumberField } from './number-field.tsx'
export { all, between, matches, maxLength, required, type Rule } from './rules.ts'
export { SearchField } from './search-field.tsx'
export { PasswordField, TextAreaField, TextField } from './text-fields.tsx'
export { useForm, type Errors, type FieldBinding, type FormOptions, type FormState } from './use-form.ts'
