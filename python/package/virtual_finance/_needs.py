"""Modules that this package works without."""

from __future__ import annotations

from importlib import import_module


def needs(module: str) -> None:
    """Imports a module that this package works without, or says how to install it.

    Raises:
        ModuleNotFoundError: It is not installed.
    """
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        # What an installed module lacks is named by that module.
        if error.name != module:
            raise
        raise not_installed(module) from None


def not_installed(module: str, package: str | None = None) -> ModuleNotFoundError:
    """Returns the error of a module that is not installed; the package is that of its name, or another one."""
    return ModuleNotFoundError(f"{module} is not installed: pip install {package or module}", name=module)
