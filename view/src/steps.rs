//! The translation, with the module as it is after each step.

use crate::Subject;
use dxil2spirv::ir::Module;
use dxil2spirv::options::SourceInformation;
use dxil2spirv::{Error, Options, Translation};

/// A module after a step.
pub struct Step {
    /// The step's name.
    pub name: &'static str,
    /// The module behind it.
    pub module: Module,
}

/// A translation that was watched.
pub struct Made {
    /// What came of it.
    pub translation: Result<Translation, Error>,
    /// The steps that were done.
    pub steps: Vec<Step>,
    /// The options that it was made with.
    pub options: Options,
}

impl Made {
    /// Translates. The SPIR-V is that without debug information, which has the same code and reads better beside the
    /// source itself.
    pub fn of(subject: &Subject<'_>) -> Self {
        let mut options = subject.options.clone();
        options.source_information = SourceInformation::None;
        let mut steps = Vec::new();
        let request = subject.request().options(&options);
        let translation = subject
            .shader
            .translate_watched(request, &mut |name, module: &Module| {
                let module = module.clone();
                steps.push(Step { name, module });
            });
        Self {
            translation,
            steps,
            options,
        }
    }

    /// The module after the step called so.
    pub fn after(&self, name: &str) -> Option<(usize, &Module)> {
        let at = self.steps.iter().position(|step| step.name == name)?;
        self.steps.get(at).map(|step| (at, &step.module))
    }

    /// The module right before the control flow is put in order.
    pub fn before_structurizer(&self) -> Option<(usize, &Module)> {
        let structured = self.steps.iter().position(|step| step.name == "structurize");
        let at = structured.unwrap_or(self.steps.len()).checked_sub(1)?;
        self.steps.get(at).map(|step| (at, &step.module))
    }
}
