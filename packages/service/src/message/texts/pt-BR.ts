import type { MailTexts } from './en-US.ts'

export const texts: MailTexts = {
  registrationCode: {
    subject: 'Seu código de verificação: {{code}}',
    text: 'Olá,\n\n{{code}} é o código do seu cadastro no Helioport. Ele vale por 30 minutos.\n\nSe você não o pediu, ignore este e-mail.',
  },
  registrationKnown: {
    subject: 'Você já tem uma conta',
    text: 'Olá {{userName}},\n\nalguém, provavelmente você, quis cadastrar este endereço no Helioport. Ele já pertence à sua conta {{userName}}: entre, ou peça uma nova senha.\n\n{{signInUrl}}\n\nSe não foi você, nada mudou.',
  },
  activation: {
    subject: 'Ative sua conta',
    text: 'Olá {{userName}},\n\nabra este link para ativar sua conta. Ele vale por 24 horas e funciona uma única vez.\n\n{{activationUrl}}\n\nSe você não se cadastrou, ignore este e-mail.',
  },
  activationOtherName: {
    subject: 'Ative sua conta',
    text: 'Olá,\n\no nome de usuário que você pediu não estava livre, ou é parecido demais com outro. O seu é {{userName}}; você também pode entrar com o seu e-mail.\n\nAbra este link para ativar sua conta. Ele vale por 24 horas e funciona uma única vez.\n\n{{activationUrl}}\n\nSe você não se cadastrou, ignore este e-mail.',
  },
  passwordCode: {
    subject: 'Código para uma nova senha: {{code}}',
    text: 'Olá {{userName}},\n\n{{code}} é o código para uma nova senha. Ele vale por 30 minutos.\n\nSe você não o pediu, ignore este e-mail: sua senha continua a mesma.',
  },
  emailCode: {
    subject: 'Código para o seu e-mail: {{code}}',
    text: 'Olá {{userName}},\n\n{{code}} é o código que vincula este endereço à sua conta. Ele vale por 30 minutos.\n\nSe você não o pediu, ignore este e-mail.',
  },
  apiKeyMade: {
    subject: 'Uma chave de API foi criada na sua conta',
    text: 'Olá {{userName}},\n\na chave de API “{{name}}” foi criada na sua conta; ela vale até {{until}}. Se não foi você, revogue-a nas configurações e peça uma nova senha agora mesmo:\n\n{{forgotUrl}}',
  },
  webhookStopped: {
    subject: 'As mensagens para o seu endereço foram interrompidas',
    text: 'Olá {{userName}},\n\nhá dias {{host}} não aceita as mensagens do seu webhook “{{name}}”, por isso não são mais enviadas. Veja o registro nas configurações e ligue o webhook de novo quando o endereço responder:\n\n{{portalUrl}}',
  },
  shareOffer: {
    subject: 'Uma usina solar é compartilhada com você',
    text: 'Olá,\n\n{{name}} quer compartilhar uma usina solar no Helioport com você. Entre com uma conta à qual este endereço, {{email}}, esteja vinculado, ou cadastre-se com ele; o convite estará na página da sua conta. Pode ser aceito por {{days}} dias.\n\n{{registerUrl}}\n\nSe não conhece quem enviou, ignore este e-mail: nada acontece.',
  },
  shareInvitation: {
    subject: 'Uma usina solar é compartilhada com você',
    text: 'Olá {{userName}},\n\n{{name}} quer compartilhar uma ou mais usinas solares com você. Veja o convite na página da sua conta e aceite-o ou recuse-o ali; até lá nada muda.\n\n{{invitationUrl}}\n\nSe não conhece quem enviou, recuse o convite ou ignore este e-mail.',
  },
  orderWaits: {
    subject: 'Uma ordem grande espera por você',
    text: 'Olá, {{userName}},\n\n{{name}} quer ajustar {{devices}} inversores de {{stations}} de uma vez. Uma ordem tão grande só sai quando uma segunda pessoa da conta a aprova. Você pode, até {{until}}; também pode rejeitá-la com um motivo:\n\n{{orderUrl}}\n\nSe ninguém a aprovar até lá, nada é ajustado.',
  },
  accountCopyReady: {
    subject: 'A cópia dos seus dados está pronta',
    text: 'Olá {{userName}},\n\na cópia de tudo o que o Helioport guarda sobre a sua conta está pronta. Ela pode ser baixada até {{until}}, com a sua senha.\n\n{{dataUrl}}\n\nSe não foi você quem pediu, troque a senha agora mesmo: alguém mais a conhece.',
  },
  accountDeletionAsked: {
    subject: 'Sua conta será excluída em {{until}}',
    text: 'Olá {{userName}},\n\nsua conta e tudo o que há nela serão excluídos em {{until}}. Até lá você pode mantê-la: entre e desfaça a exclusão.\n\n{{dataUrl}}\n\nSe não foi você, desfaça a exclusão e troque a senha agora mesmo: alguém mais a conhece.',
  },
  accountDeletionEnded: {
    subject: 'A conta {{name}} continua',
    text: 'Olá {{userName}},\n\na exclusão da conta {{name}} foi desfeita. Tudo continua como está.',
  },
  accountShareEnds: {
    subject: 'A conta {{name}} será excluída em {{until}}',
    text: 'Olá {{userName}},\n\n{{name}} vai excluir a conta. As usinas que você vê por meio dela deixam de existir a partir de {{until}}, assim como as subcontas dela. Guarde antes o que ainda precisa.\n\n{{portalUrl}}',
  },
  accountDeleted: {
    subject: 'Sua conta foi excluída',
    text: 'Olá {{userName}},\n\nsua conta no Helioport e tudo o que havia nela foram excluídos. Ficam o registro do que foi feito nas usinas, com o seu nome de usuário, porque suas entradas provam umas às outras, e as cópias de segurança, até que novas tomem o lugar. Este e-mail não é guardado.',
  },
  phoneCode: { subject: '', text: '{{code}} é o seu código do Helioport. Ele vale por 30 minutos.' },
}
